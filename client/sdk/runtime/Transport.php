<?php
// How calls travel: credentials, files, retries and errors. It needs PHP 8.1 with the extension curl, and nothing else.
declare(strict_types=1);

namespace Selfsame;

/** A field that is wrong, and what is wrong with it. */
final class FieldFault
{
    public function __construct(public readonly string $path, public readonly string $message)
    {
    }
}

/** A call failed. */
abstract class SelfsameException extends \RuntimeException
{
    /** `$requestId` is the id under which the server logged the request. */
    public function __construct(
        string $message,
        int $code,
        public readonly string $requestId,
        public readonly int $attempts,
    ) {
        parent::__construct($message, $code);
    }
}

/** The server answered with an HTTP status of 400 or more. Business outcomes are no exceptions: they are answers. */
final class RefusedException extends SelfsameException
{
    /** `result_code` of the answer; the HTTP status where a proxy answered without one. */
    public readonly int $resultCode;
    /** @var list<FieldFault> */
    public readonly array $errors;

    /** @param array<string, mixed> $answer */
    public function __construct(
        public readonly int $status,
        array $answer,
        string $requestId,
        public readonly ?float $retryAfterSeconds,
        int $attempts,
    ) {
        $this->resultCode = (int) ($answer['result_code'] ?? $status);
        $faults = array_filter((array) ($answer['errors'] ?? []), 'is_array');
        $this->errors = array_values(array_map(
            fn (array $one) => new FieldFault((string) ($one['path'] ?? ''), (string) ($one['message'] ?? '')),
            $faults,
        ));
        $fields = implode('; ', array_map(fn (FieldFault $one) => "$one->path $one->message", $this->errors));
        $said = ($answer['message'] ?? "HTTP $status") . ($fields === '' ? '' : ": $fields");
        $message = "$said (result_code $this->resultCode, request $requestId)";
        parent::__construct($message, $this->resultCode, $requestId, $attempts);
    }
}

/** No answer came. `$reason` is `connection`, `timeout` or `answer`. */
final class UnreachableException extends SelfsameException
{
    public function __construct(
        public readonly string $reason,
        string $cause,
        string $requestId,
        int $attempts,
        public readonly bool $nothingSent = false,
    ) {
        parent::__construct("no answer: $cause (request $requestId)", 0, $requestId, $attempts);
    }
}

/** A file: `File::at('card.jpg')` or `new File($bytes, 'card.jpg')`. In JSON it travels as Base64. */
final class File implements \JsonSerializable
{
    public function __construct(public readonly string $content, public readonly string $name = '')
    {
    }

    public static function at(string $path): self
    {
        $content = file_get_contents($path);
        if ($content === false) {
            throw new \InvalidArgumentException("$path cannot be read");
        }
        return new self($content, basename($path));
    }

    public function jsonSerialize(): string
    {
        return base64_encode($this->content);
    }
}

/** A field that is null is left out; `Explicit::Null` is sent as null, and clears it. */
enum Explicit implements \JsonSerializable
{
    case Null;

    public function jsonSerialize(): null
    {
        return null;
    }
}

/** What requests and answers have in common. */
abstract class Model implements \JsonSerializable
{
    /** The fields that are set, by their names in JSON. */
    public function jsonSerialize(): object
    {
        return (object) array_filter(get_object_vars($this), fn ($value) => $value !== null);
    }
}

/** What every method of a client goes through. */
abstract class Transport
{
    private const LONGEST_PAUSE = 30.0;

    /** `$timeout` is for one attempt, in seconds. */
    private function __construct(
        private readonly string $baseUrl,
        private readonly ?string $authorization,
        private readonly float $timeout,
        private readonly int $retries,
    ) {
    }

    public static function withApiKey(string $baseUrl, string $apiKey, float $timeout = 60, int $retries = 2): static
    {
        return new static(rtrim($baseUrl, '/'), "Bearer $apiKey", $timeout, $retries);
    }

    public static function withPassword(
        string $baseUrl,
        string $name,
        #[\SensitiveParameter] string $password,
        float $timeout = 60,
        int $retries = 2,
    ): static {
        return new static(rtrim($baseUrl, '/'), 'Basic ' . base64_encode("$name:$password"), $timeout, $retries);
    }

    /** The same client with another time limit or number of retries, for one call or for many. */
    public function with(?float $timeout = null, ?int $retries = null): static
    {
        return new static($this->baseUrl, $this->authorization, $timeout ?? $this->timeout, $retries ?? $this->retries);
    }

    /**
     * @param list<string> $ids
     * @param array<string, string|null> $query
     * @param array{string, list<File>}|null $form
     */
    protected function call(
        string $method,
        string $path,
        array $ids = [],
        array $query = [],
        ?object $body = null,
        ?array $form = null,
        bool $isJson = true,
        bool $isOnce = false,
        bool $isOpen = false,
        ?string $key = null,
        int $also = 0,
    ): array|string {
        $requestId = 'client-' . bin2hex(random_bytes(12));
        $headers = ['Accept: ' . ($isJson ? 'application/json' : '*/*'), "X-Request-Id: $requestId", 'Expect:'];
        if (!$isOpen && $this->authorization !== null) {
            $headers[] = "Authorization: $this->authorization";
        }
        if ($key !== null) {
            $headers[] = 'Idempotency-Key: ' . ($key === '' ? $requestId : $key);
        }
        $content = null;
        if ($form !== null) {
            [$content, $type] = self::formOf(...$form);
            $headers[] = "Content-Type: $type";
        } elseif ($body !== null) {
            $content = json_encode($body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
            $headers[] = 'Content-Type: application/json';
        }
        $url = $this->baseUrl . self::filled($path, $ids);
        $asked = http_build_query(array_filter($query, fn ($value) => $value !== null));
        $url .= $asked === '' ? '' : "?$asked";
        for ($attempt = 1; ; $attempt++) {
            try {
                return $this->attempt($method, $url, $headers, $content, $isJson, $also, $requestId, $attempt);
            } catch (SelfsameException $error) {
                $pause = $attempt > $this->retries ? null : self::pause($attempt, $error, $isOnce);
                if ($pause === null) {
                    throw $error;
                }
                usleep((int) ($pause * 1e6));
            }
        }
    }

    /** @param list<string> $headers */
    private function attempt(
        string $method,
        string $url,
        array $headers,
        ?string $content,
        bool $isJson,
        int $also,
        string $requestId,
        int $attempt,
    ): array|string {
        $got = [];
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => (int) ($this->timeout * 1000),
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$got): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $got[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        if ($content !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $content);
        }
        $raw = curl_exec($curl);
        if ($raw === false) {
            $number = curl_errno($curl);
            $isUnsent = in_array($number, [CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST], true);
            $reason = $number === CURLE_OPERATION_TIMEDOUT ? 'timeout' : 'connection';
            throw new UnreachableException($reason, curl_error($curl), $requestId, $attempt, $isUnsent);
        }
        $status = (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $requestId = $got['x-request-id'] ?? $requestId;
        if ($status < 300 && !$isJson) {
            return $raw;
        }
        $answer = json_decode($raw, true);
        if (($status < 300 || $status === $also) && is_array($answer)) {
            return $answer;
        }
        if ($status < 400) {
            throw new UnreachableException('answer', 'what answered is no Selfsame server', $requestId, $attempt);
        }
        $after = self::retryAfter($got['retry-after'] ?? '');
        throw new RefusedException($status, is_array($answer) ? $answer : [], $requestId, $after, $attempt);
    }

    /** The seconds before the next attempt; null where there must be none. */
    private static function pause(int $attempt, SelfsameException $error, bool $isOnce): ?float
    {
        $asked = 0.0;
        if ($error instanceof RefusedException) {
            // The server answers 429 and 503 before it does anything; a proxy answers 502 and 504 when its connection broke.
            $isEarly = in_array($error->status, [429, 503], true);
            if (!$isEarly && ($isOnce || !in_array($error->status, [502, 504], true))) {
                return null;
            }
            $asked = $error->retryAfterSeconds ?? 0.0;
        } elseif ($error instanceof UnreachableException) {
            if ($error->reason === 'answer' || ($isOnce && !$error->nothingSent)) {
                return null;
            }
        }
        if ($asked > self::LONGEST_PAUSE) {
            return null;
        }
        return $asked + min(8.0, 0.25 * 2 ** ($attempt - 1)) * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }

    private static function retryAfter(string $header): ?float
    {
        if (ctype_digit($header)) {
            return (float) $header;
        }
        $at = $header === '' ? false : strtotime($header);
        return $at === false ? null : (float) max(0, $at - time());
    }

    /** @param list<string> $ids */
    private static function filled(string $path, array $ids): string
    {
        foreach ($ids as $id) {
            if ($id === '') {
                throw new \InvalidArgumentException("an id of $path is empty");
            }
            $path = preg_replace('/\{\w+\}/', str_replace(['\\', '$'], ['\\\\', '\$'], rawurlencode($id)), $path, 1);
        }
        return $path;
    }

    /**
     * @param list<File> $files
     * @return array{string, string}
     */
    private static function formOf(string $field, array $files): array
    {
        $boundary = 'selfsame-' . bin2hex(random_bytes(16));
        $content = '';
        foreach ($files as $at => $file) {
            $name = str_replace(["\r", "\n", '"'], ['%0D', '%0A', '%22'], $file->name ?: 'file-' . ($at + 1));
            $content .= "--$boundary\r\ncontent-disposition: form-data; name=\"$field\"; filename=\"$name\"\r\n"
                . "content-type: application/octet-stream\r\n\r\n$file->content\r\n";
        }
        return ["$content--$boundary--\r\n", "multipart/form-data; boundary=$boundary"];
    }
}

/** A message that did not come from the server with this secret, or came too late. */
final class WebhookRefusedException extends \RuntimeException
{
}

/**
 * The event of a message (Standard Webhooks), after its signature was verified. The body is the bytes that came.
 *
 * @param array<string, string> $headers
 * @return array<string, mixed>
 */
function verifyWebhook(string $body, array $headers, string $secret, int $tolerance = 300): array
{
    $lower = array_change_key_case($headers);
    $of = fn (string $name): string => $lower["webhook-$name"] ?? '';
    if (!preg_match('/^\d{1,12}$/D', $of('timestamp')) || abs(time() - (int) $of('timestamp')) > $tolerance) {
        throw new WebhookRefusedException('the message is too old, or its time is missing');
    }
    $key = base64_decode((string) preg_replace('/^whsec_/', '', $secret));
    $signed = "{$of('id')}.{$of('timestamp')}.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $of('signature')) as $one) {
        if (hash_equals($expected, $one)) {
            return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        }
    }
    throw new WebhookRefusedException('the signature is wrong');
}
