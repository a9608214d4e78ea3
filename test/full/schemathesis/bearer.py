"""Access tokens end within minutes, so the requests of a long run have several."""

import base64
import json
import os
import urllib.request

import schemathesis


@schemathesis.auth(refresh_interval=100)
class AccessToken:
    def get(self, case, context):
        basic = base64.b64encode(os.environ["CLIENT"].encode()).decode()
        request = urllib.request.Request(
            os.environ["TOKEN_URL"],
            data=b"grant_type=client_credentials",
            headers={"authorization": f"Basic {basic}", "content-type": "application/x-www-form-urlencoded"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["access_token"]

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}
