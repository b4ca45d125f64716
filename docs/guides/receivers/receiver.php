<?php
// A small web shop in PHP: it sends people to a verification, and hears of the verdict by webhook.
// Start it with: php -S 127.0.0.1:8000 receiver.php

$url = getenv('SELFSAME_URL');
$secret = base64_decode(preg_replace('/^whsec_/', '', getenv('SELFSAME_WEBHOOK_SECRET')));
$tolerance = 300;

/** Creates a verification on the server, and returns where the person goes. */
function linkFor(string $url, string $person): string
{
    $answer = file_get_contents("$url/verifications", false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['Content-Type: application/json', 'Authorization: Bearer ' . getenv('SELFSAME_API_KEY')],
        'content' => json_encode(['policy' => 'simple', 'external_person_id' => $person]),
        'timeout' => 30,
    ]]));
    if ($answer === false) throw new RuntimeException('the server did not create it');
    $link = json_decode($answer, true)['link']['url'];
    if (!str_starts_with($link, '/')) return $link;
    // Without SELFSAME_PUBLIC_URL the server gives the path alone.
    $parts = parse_url($url);
    return $parts['scheme'] . '://' . $parts['host'] . (isset($parts['port']) ? ':' . $parts['port'] : '') . $link;
}

/** As Standard Webhooks says; the body is the bytes that came, not what a framework made of them. */
function isGenuine(string $secret, string $body, int $tolerance): bool
{
    [$id, $sent, $signatures] = array_map(
        fn ($name) => $_SERVER["HTTP_WEBHOOK_$name"] ?? '',
        ['ID', 'TIMESTAMP', 'SIGNATURE'],
    );
    if (!preg_match('/^\d{1,12}$/D', $sent) || abs(time() - (int) $sent) > $tolerance) return false;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $secret, true));
    foreach (explode(' ', $signatures) as $one) if (hash_equals($expected, $one)) return true;
    return false;
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/start') {
    header('Location: ' . linkFor($url, $_GET['person'] ?? ''), true, 302);
} elseif ($path === '/webhooks' && $_SERVER['REQUEST_METHOD'] === 'POST') {
    $body = file_get_contents('php://input');
    if (!isGenuine($secret, $body, $tolerance)) {
        http_response_code(400);
        return;
    }
    // Keep the ids in your database: a message may come twice. A file with a name that is taken cannot be made again.
    $mark = sys_get_temp_dir() . '/handled-' . hash('sha256', $_SERVER['HTTP_WEBHOOK_ID']);
    if (@fopen($mark, 'x')) {
        $event = json_decode($body, true);
        file_put_contents('php://stdout', "verified {$event['type']} " . ($event['data']['state'] ?? '') . "\n");
    }
    http_response_code(204);
} else {
    http_response_code(404);
}
