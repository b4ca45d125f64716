// Package selfsame is a client of a Selfsame identity verification server. It needs the standard library only.
package selfsame

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const longestPause = 30 * time.Second

// Client calls one server. It is safe for use by many goroutines.
type Client struct {
	// HTTP sends the requests; it never follows a redirect, because credentials are not carried to another address.
	HTTP *http.Client
	// Timeout is for one attempt.
	Timeout time.Duration
	// Retries is how often a call is repeated, where that is safe.
	Retries       int
	baseURL       string
	authorization string
}

// NewClient makes a client that calls with an API key.
func NewClient(baseURL, apiKey string) *Client {
	return newClient(baseURL, "Bearer "+apiKey)
}

// NewClientWithPassword makes a client that calls with the name and the password of an organisation.
func NewClientWithPassword(baseURL, name, password string) *Client {
	return newClient(baseURL, "Basic "+base64.StdEncoding.EncodeToString([]byte(name+":"+password)))
}

func newClient(baseURL, authorization string) *Client {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{
		HTTP:          &http.Client{CheckRedirect: stay},
		Timeout:       time.Minute,
		Retries:       2,
		baseURL:       strings.TrimRight(baseURL, "/"),
		authorization: authorization,
	}
}

// FieldFault is a field that is wrong, and what is wrong with it.
type FieldFault struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// RefusedError says that the server answered with an HTTP status of 400 or more. Business outcomes are no errors: they
// are answers.
type RefusedError struct {
	Status int
	// Code is result_code of the answer; the HTTP status where a proxy answered without one.
	Code    int
	Message string
	Fields  []FieldFault
	// RequestID is the id under which the server logged the request.
	RequestID  string
	RetryAfter time.Duration
	Attempts   int
}

func (e *RefusedError) Error() string {
	said := e.Message
	for at, field := range e.Fields {
		said += map[bool]string{true: ": ", false: "; "}[at == 0] + field.Path + " " + field.Message
	}
	return fmt.Sprintf("selfsame: %s (result_code %d, request %s)", said, e.Code, e.RequestID)
}

// UnreachableError says that no answer came. Unwrap tells what the platform said.
type UnreachableError struct {
	RequestID string
	Attempts  int
	Cause     error
	isForeign bool
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("selfsame: no answer (request %s): %v", e.RequestID, e.Cause)
}

func (e *UnreachableError) Unwrap() error { return e.Cause }

// File is a file of a form.
type File struct {
	Name    string
	Content []byte
}

// Nullable is a field of a request that may be null: a nil Value is sent as null, and clears the field.
type Nullable[T any] struct{ Value *T }

func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.Value) }

func (n *Nullable[T]) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &n.Value) }

// Ptr gives the address of a value, for fields that may be left out.
func Ptr[T any](value T) *T { return &value }

// CallOption changes one call.
type CallOption func(*call)

// WithTimeout is another time limit for each attempt.
func WithTimeout(limit time.Duration) CallOption { return func(c *call) { c.timeout = limit } }

// WithRetries is another number of retries.
func WithRetries(count int) CallOption { return func(c *call) { c.retries = count } }

// WithIdempotencyKey makes a call that takes a key do nothing twice, also across restarts of your program.
func WithIdempotencyKey(key string) CallOption { return func(c *call) { c.key = key } }

type call struct {
	method, path      string
	ids               []string
	query             url.Values
	body              any
	form              string
	files             []File
	once, open, takes bool
	also              int
	accept, key       string
	timeout           time.Duration
	retries           int
}

func (c *Client) answer(ctx context.Context, asked call, into any, options []CallOption) error {
	raw, requestID, err := c.do(ctx, asked, options)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return &UnreachableError{RequestID: requestID, Attempts: 1, Cause: err, isForeign: true}
	}
	return nil
}

func (c *Client) bytes(ctx context.Context, asked call, options []CallOption) ([]byte, error) {
	asked.accept = "*/*"
	raw, _, err := c.do(ctx, asked, options)
	return raw, err
}

func (c *Client) do(ctx context.Context, asked call, options []CallOption) ([]byte, string, error) {
	asked.timeout, asked.retries = c.Timeout, c.Retries
	for _, change := range options {
		change(&asked)
	}
	requestID := "client-" + randomHex(12)
	address, err := asked.address(c.baseURL)
	if err != nil {
		return nil, requestID, err
	}
	body, contentType, err := asked.encode()
	if err != nil {
		return nil, requestID, err
	}
	header := http.Header{"Accept": {"application/json"}, "X-Request-Id": {requestID}}
	if asked.accept != "" {
		header.Set("Accept", asked.accept)
	}
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	if !asked.open {
		header.Set("Authorization", c.authorization)
	}
	if asked.takes && asked.key == "" {
		asked.key = requestID
	}
	if asked.takes {
		header.Set("Idempotency-Key", asked.key)
	}
	for attempt := 1; ; attempt++ {
		raw, err := c.attempt(ctx, asked, address, header, body, requestID, attempt)
		if err == nil {
			return raw, requestID, nil
		}
		pause, may := pauseBefore(attempt, err, asked.once)
		if attempt > asked.retries || !may || ctx.Err() != nil {
			return nil, requestID, err
		}
		select {
		case <-ctx.Done():
			return nil, requestID, ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (c *Client) attempt(
	ctx context.Context, asked call, address string, header http.Header, body []byte, requestID string, attempt int,
) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, asked.timeout)
	defer cancel()
	unreachable := func(cause error, isForeign bool) error {
		return &UnreachableError{RequestID: requestID, Attempts: attempt, Cause: cause, isForeign: isForeign}
	}
	request, err := http.NewRequestWithContext(limited, asked.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = header
	response, err := c.HTTP.Do(request)
	if err != nil {
		return nil, unreachable(err, false)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, unreachable(err, false)
	}
	if response.StatusCode < 300 || response.StatusCode == asked.also {
		return raw, nil
	}
	if response.StatusCode < 400 {
		return nil, unreachable(fmt.Errorf("HTTP %d is no answer of a Selfsame server", response.StatusCode), true)
	}
	refused := &RefusedError{
		Status: response.StatusCode, Code: response.StatusCode, Message: response.Status, RequestID: requestID,
		RetryAfter: retryAfter(response.Header.Get("Retry-After")), Attempts: attempt,
	}
	if id := response.Header.Get("X-Request-Id"); id != "" {
		refused.RequestID = id
	}
	var said struct {
		Code    int          `json:"result_code"`
		Message string       `json:"message"`
		Errors  []FieldFault `json:"errors"`
	}
	if json.Unmarshal(raw, &said) == nil && said.Code != 0 {
		refused.Code, refused.Message, refused.Fields = said.Code, said.Message, said.Errors
	}
	return nil, refused
}

// pauseBefore says how long to wait before the next attempt, and whether there may be one.
func pauseBefore(attempt int, err error, once bool) (time.Duration, bool) {
	asked := time.Duration(0)
	var refused *RefusedError
	var unreachable *UnreachableError
	switch {
	case errors.As(err, &refused):
		// The server answers 429 and 503 before it does anything; a proxy answers 502 and 504 when its connection broke.
		early := refused.Status == 429 || refused.Status == 503
		broken := refused.Status == 502 || refused.Status == 504
		if !early && (once || !broken) {
			return 0, false
		}
		asked = refused.RetryAfter
	case errors.As(err, &unreachable):
		if unreachable.isForeign || (once && !isUnsent(err)) {
			return 0, false
		}
	default:
		return 0, false
	}
	most := 250 * time.Millisecond << (attempt - 1)
	if most > 8*time.Second {
		most = 8 * time.Second
	}
	return asked + most/2 + time.Duration(mathrand.Int63n(int64(most/2))), asked <= longestPause
}

func isUnsent(err error) bool {
	var dialled *net.OpError
	var lookup *net.DNSError
	return errors.As(err, &lookup) || (errors.As(err, &dialled) && dialled.Op == "dial")
}

func retryAfter(header string) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil && seconds >= 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil && time.Until(at) > 0 {
		return time.Until(at)
	}
	return 0
}

func (asked call) address(base string) (string, error) {
	path := asked.path
	for _, id := range asked.ids {
		if id == "" {
			return "", fmt.Errorf("selfsame: an id of %s is empty", asked.path)
		}
		start, end := strings.Index(path, "{"), strings.Index(path, "}")
		path = path[:start] + url.PathEscape(id) + path[end+1:]
	}
	if len(asked.query) > 0 {
		path += "?" + asked.query.Encode()
	}
	return base + path, nil
}

func (asked call) encode() ([]byte, string, error) {
	if asked.form == "" {
		if asked.body == nil {
			return nil, "", nil
		}
		text, err := json.Marshal(asked.body)
		return text, "application/json", err
	}
	var into bytes.Buffer
	writer := multipart.NewWriter(&into)
	for at, file := range asked.files {
		if file.Name == "" {
			file.Name = fmt.Sprintf("file-%d", at+1)
		}
		part, err := writer.CreateFormFile(asked.form, file.Name)
		if err != nil {
			return nil, "", err
		}
		if _, err := part.Write(file.Content); err != nil {
			return nil, "", err
		}
	}
	err := writer.Close()
	return into.Bytes(), writer.FormDataContentType(), err
}

func randomHex(count int) string {
	some := make([]byte, count)
	if _, err := rand.Read(some); err != nil {
		panic(err)
	}
	return hex.EncodeToString(some)
}

// WebhookEvent is what a webhook says.
type WebhookEvent struct {
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// ErrWebhookRefused says that a message did not come from the server with this secret, or came too late.
var ErrWebhookRefused = errors.New("selfsame: the message is not genuine, or too old")

// VerifyWebhook gives the event of a message (Standard Webhooks) once its signature was verified. The body is the bytes
// that came.
func VerifyWebhook(header http.Header, body []byte, secret string) (*WebhookEvent, error) {
	seconds, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return nil, ErrWebhookRefused
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", header.Get("webhook-id"), header.Get("webhook-timestamp"))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(one)) {
			event := &WebhookEvent{}
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, ErrWebhookRefused
}
