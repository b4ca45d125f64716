# A small web shop in Python: it sends people to a verification, and hears of the verdict by webhook.
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urljoin, urlsplit
from urllib.request import Request, urlopen

URL = os.environ["SELFSAME_URL"]
API_KEY = os.environ["SELFSAME_API_KEY"]
SECRET = base64.b64decode(os.environ["SELFSAME_WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_SECONDS = 300
# Keep these in your database: a message may come twice.
handled = set()


def link_for(person):
    """Creates a verification on the server, and returns where the person goes."""
    body = json.dumps({"policy": "simple", "external_person_id": person}).encode()
    headers = {"Authorization": f"Bearer {API_KEY}", "Content-Type": "application/json"}
    with urlopen(Request(f"{URL}/verifications", body, headers, method="POST"), timeout=30) as answer:
        return urljoin(URL, json.load(answer)["link"]["url"])


def is_genuine(headers, body):
    """As Standard Webhooks says; the body is the bytes that came, not what a framework made of them."""
    message, sent, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not sent.isascii() or not sent.isdigit() or abs(time.time() - int(sent)) > TOLERANCE_SECONDS:
        return False
    signed = f"{message}.{sent}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures.split(" "))


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        address = urlsplit(self.path)
        if address.path != "/start":
            return self.answer(404)
        self.answer(302, {"Location": link_for(parse_qs(address.query).get("person", [""])[0])})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path != "/webhooks" or not is_genuine(self.headers, body):
            return self.answer(400)
        if self.headers["webhook-id"] not in handled:
            handled.add(self.headers["webhook-id"])
            event = json.loads(body)
            print("verified", event["type"], event["data"].get("state", ""), flush=True)
        self.answer(204)

    def answer(self, status, headers={}):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


shop = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Shop)
print("listening", flush=True)
shop.serve_forever()
