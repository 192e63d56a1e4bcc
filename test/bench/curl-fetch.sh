#!/bin/sh
# The same job by hand: authenticate, ask for the PDF, download it. The peer of `tripkit fetch --id` in the bench.
# Wants: AUTH_URL BASE_URL COMPANY CLIENT_ID SCOPE AGENT CA CERT KEY ID OUT
set -eu
state=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
location=$(curl -s -o /dev/null -w '%{redirect_url}' --cacert "$CA" --cert "$CERT" --key "$KEY" -A "$AGENT" \
  --data-urlencode "client_id=$CLIENT_ID" --data-urlencode "scope=$SCOPE" -d response_type=token -d "state=$state" "$AUTH_URL")
case $location in *"state=$state"*) ;; *) echo "state differs" >&2; exit 1 ;; esac
token=$(printf %s "$location" | sed 's/.*access_token=\([^&]*\).*/\1/')
url=$(curl -s --cacert "$CA" -A "$AGENT" -H "Authorization: Bearer $token" \
  "$BASE_URL/v1/companies/$COMPANY/tripkits/$ID/pdf" | sed 's/.*"url":"\([^"]*\)".*/\1/')
curl -s --cacert "$CA" -A "$AGENT" -o "$OUT.part" "$url"
[ "$(head -c 5 "$OUT.part")" = "%PDF-" ]
tail -c 1024 "$OUT.part" | grep -q '%%EOF'
sha256sum "$OUT.part" >"$OUT.sha256"
sync "$OUT.part"
mv "$OUT.part" "$OUT"
