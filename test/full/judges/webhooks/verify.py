"""Reads deliveries and prints for each what the library says against it, null if nothing."""
import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError


def problem_of(delivery):
    try:
        Webhook(delivery["secret"]).verify(delivery["body"], delivery["headers"])
        return None
    except WebhookVerificationError as error:
        return str(error)


print(json.dumps([problem_of(delivery) for delivery in json.load(sys.stdin)]))
