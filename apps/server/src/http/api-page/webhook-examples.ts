/** Programs that check a webhook message, for the API page; without libraries. A test runs them. */
export const webhookExamples = {
  'Node.js': `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: el texto recibido, tal como llegó, antes de leerlo como JSON.
export function verify(secret, headers, body) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(id + '.' + timestamp + '.' + body).digest()
  return headers['webhook-signature'].split(' ').some((signature) => {
    const [version, value] = signature.split(',')
    const given = Buffer.from(value ?? '', 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`,
  Python: `import base64, hashlib, hmac, time

# body: los bytes recibidos, tal como llegaron, antes de leerlos como JSON.
def verify(secret, headers, body):
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) >= 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    signatures = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(expected, given) for given in signatures)
`,
  PHP: `<?php
// $headers: getallheaders(). $body: el texto recibido, tal como llegó: file_get_contents('php://input').
function verify(string $secret, array $headers, string $body): bool {
    // Los servidores web cambian las mayúsculas: Webhook-Id.
    $headers = array_change_key_case($headers);
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) >= 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}
`,
} as const
