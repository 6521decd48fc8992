/**
 * RC4, as in the oldest encrypted PDFs (ISO 32000-2 §7.6.3.1). OpenSSL 3 has it only in its legacy provider, which Node
 * does not load. Used only for such files: additions must be readable with the same key.
 */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  if (key.length < 1 || key.length > 256) throw new RangeError('RC4 key must have 1 to 256 octets')
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    const swapped = state[i]!
    state[i] = state[j]!
    state[j] = swapped
  }
  const out = new Uint8Array(data.length)
  for (let at = 0, i = 0, j = 0; at < data.length; at++) {
    i = (i + 1) & 255
    const a = state[i]!
    j = (j + a) & 255
    const b = state[j]!
    state[i] = b
    state[j] = a
    out[at] = data[at]! ^ state[(a + b) & 255]!
  }
  return out
}
