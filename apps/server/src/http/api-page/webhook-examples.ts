/**
 * Programs that check a webhook message, for the API page; without libraries.
 * They return false for headers that are missing or malformed: anyone can send such a request. A test runs them.
 */
export const webhookExamples = {
  'Node.js': `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: el texto recibido, tal como llegó, antes de leerlo como JSON.
export function verify(secret, headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (!id || !timestamp || !signatures) return false
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(id + '.' + timestamp + '.' + body).digest()
  return signatures.split(' ').some((signature) => {
    const [version, value] = signature.split(',')
    const given = Buffer.from(value ?? '', 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`,
  Python: `import base64, hashlib, hmac, re, time

# body: los bytes recibidos, tal como llegaron, antes de leerlos como JSON.
def verify(secret, headers, body):
    id, timestamp = headers.get("webhook-id"), headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if not id or not timestamp or not signatures:
        return False
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) >= 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode(errors="replace") + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = signatures.encode(errors="replace").split(b" ")
    return any(hmac.compare_digest(expected, one) for one in given)
`,
  PHP: `<?php
// $headers: getallheaders(). $body: el texto recibido, tal como llegó: file_get_contents('php://input').
function verify(string $secret, array $headers, string $body): bool {
    // Los servidores web cambian las mayúsculas: Webhook-Id.
    $headers = array_change_key_case($headers);
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = $headers['webhook-signature'] ?? '';
    if (abs(time() - (int) $timestamp) >= 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}
`,
} as const
