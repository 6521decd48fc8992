/** Idempotency key of one attempt. `crypto.randomUUID` needs https, which an internal server may not have. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

export const wrongPassphrase = 'p12_wrong_passphrase'

/** The code of an error of the key in this browser. Checked by name, because its class is loaded lazily. */
export const keyCodeOf = (error: unknown): string | null =>
  error instanceof Error && error.name === 'BrowserKeyError' && 'code' in error ? String(error.code) : null
