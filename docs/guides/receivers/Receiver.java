// A small web shop in Java: it sends people to a verification, and hears of the verdict by webhook.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    static final String URL = System.getenv("SELFSAME_URL");
    static final String API_KEY = System.getenv("SELFSAME_API_KEY");
    static final byte[] SECRET =
        Base64.getDecoder().decode(System.getenv("SELFSAME_WEBHOOK_SECRET").replaceFirst("^whsec_", ""));
    static final long TOLERANCE_SECONDS = 300;
    /** Keep these in your database: a message may come twice. */
    static final Set<String> handled = ConcurrentHashMap.newKeySet();
    static final HttpClient client = HttpClient.newHttpClient();

    /** Creates a verification on the server, and returns where the person goes. */
    static String linkFor(String person) throws IOException, InterruptedException {
        String body = "{\"policy\":\"simple\",\"external_person_id\":\"" + person.replaceAll("[\\\\\"\\p{Cntrl}]", "") + "\"}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(URL + "/verifications"))
            .header("Authorization", "Bearer " + API_KEY)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new IOException("the server answered " + answer.statusCode());
        // Use the JSON library of your house; this keeps the example to one file.
        return URI.create(URL).resolve(first("\"link\":\\{\"url\":\"([^\"]+)\"", answer.body())).toString();
    }

    /** As Standard Webhooks says; the body is the bytes that came, not what a framework made of them. */
    static boolean isGenuine(HttpExchange exchange, byte[] body) throws IOException, GeneralSecurityException {
        String id = header(exchange, "webhook-id");
        String sent = header(exchange, "webhook-timestamp");
        if (!sent.matches("\\d{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(sent)) > TOLERANCE_SECONDS) return false;
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.write((id + "." + sent + ".").getBytes(StandardCharsets.UTF_8));
        signed.write(body);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.toByteArray()))).getBytes();
        for (String one : header(exchange, "webhook-signature").split(" "))
            if (MessageDigest.isEqual(expected, one.getBytes())) return true;
        return false;
    }

    static void start(HttpExchange exchange) throws IOException {
        try {
            String person = first("person=([^&]*)", String.valueOf(exchange.getRequestURI().getRawQuery()));
            exchange.getResponseHeaders().set("Location", linkFor(URLDecoder.decode(person, StandardCharsets.UTF_8)));
            answer(exchange, 302);
        } catch (IOException | InterruptedException fault) {
            answer(exchange, 502);
        }
    }

    static void receive(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        try {
            if (!isGenuine(exchange, body)) {
                answer(exchange, 400);
                return;
            }
            if (handled.add(header(exchange, "webhook-id"))) {
                String text = new String(body, StandardCharsets.UTF_8);
                System.out.println("verified " + first("\"type\":\"([^\"]+)\"", text) + " " + first("\"state\":\"([^\"]+)\"", text));
            }
            answer(exchange, 204);
        } catch (GeneralSecurityException fault) {
            answer(exchange, 500);
        }
    }

    static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    static String first(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        return found.find() ? found.group(1) : "";
    }

    static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    public static void main(String[] given) throws IOException {
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8000"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/start", Receiver::start);
        server.createContext("/webhooks", Receiver::receive);
        server.start();
        System.out.println("listening");
    }
}
