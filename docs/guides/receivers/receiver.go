// A small web shop in Go: it sends people to a verification, and hears of the verdict by webhook.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const tolerance = 300 * time.Second

var (
	server    = os.Getenv("SELFSAME_URL")
	apiKey    = os.Getenv("SELFSAME_API_KEY")
	secret, _ = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("SELFSAME_WEBHOOK_SECRET"), "whsec_"))
	// Keep these in your database: a message may come twice.
	handled sync.Map
)

// linkFor creates a verification on the server, and returns where the person goes.
func linkFor(person string) (string, error) {
	body, _ := json.Marshal(map[string]string{"policy": "simple", "external_person_id": person})
	request, err := http.NewRequest("POST", server+"/verifications", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Authorization", "Bearer "+apiKey)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		return "", fmt.Errorf("the server answered %d", answer.StatusCode)
	}
	var made struct{ Link struct{ URL string } }
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil {
		return "", err
	}
	base, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	link, err := base.Parse(made.Link.URL)
	if err != nil {
		return "", err
	}
	return link.String(), nil
}

// isGenuine does as Standard Webhooks says; the body is the bytes that came, not what a framework made of them.
func isGenuine(header http.Header, body []byte) bool {
	seconds, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s.%s.", header.Get("webhook-id"), header.Get("webhook-timestamp"))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(one)) {
			return true
		}
	}
	return false
}

func main() {
	http.HandleFunc("/start", func(w http.ResponseWriter, r *http.Request) {
		link, err := linkFor(r.URL.Query().Get("person"))
		if err != nil {
			w.WriteHeader(502)
			return
		}
		http.Redirect(w, r, link, 302)
	})
	http.HandleFunc("/webhooks", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		if err != nil || !isGenuine(r.Header, body) {
			w.WriteHeader(400)
			return
		}
		if _, before := handled.LoadOrStore(r.Header.Get("webhook-id"), true); !before {
			var event struct {
				Type string
				Data struct{ State string }
			}
			if json.Unmarshal(body, &event) == nil {
				fmt.Println("verified", event.Type, event.Data.State)
			}
		}
		w.WriteHeader(204)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8000"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		panic(err)
	}
	fmt.Println("listening")
	panic(http.Serve(listener, nil))
}
