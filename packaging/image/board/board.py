"""A service to test. It shows the games of an event, which it asks its host for."""

import json
import os
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Board(BaseHTTPRequestHandler):
    def do_GET(self):
        request = urllib.request.Request(os.environ["HOST"] + "/api/v1/games?eventid=1001&pagesize=250")
        request.add_header("Accept", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                games = json.load(answer)["Games"]["Results"]
            status, text = 200, "\n".join(f"{g['AwayTeam']['Name']} at {g['HomeTeam']['Name']}" for g in games)
        except (OSError, ValueError, KeyError) as error:
            status, text = 502, f"The host does not show its games: {error}"
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer((os.environ.get("ADDRESS", "127.0.0.1"), int(os.environ.get("PORT", "8000"))), Board)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
