/**
 * Text and hexadecimal of bytes without Node's Buffer, so that DER readers also run in a page. Latin-1 is decoded by
 * hand: TextDecoder maps that label to windows-1252, which differs from 0x80 to 0x9F.
 */

const hexOctets = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0'))

/** Lowercase hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const octet of bytes) text += hexOctets[octet]
  return text
}

/** Octets from hexadecimal digits, two each; an odd last digit is ignored. */
export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))

/** Each octet as the character with that code. */
export function toLatin1(bytes: Uint8Array): string {
  let text = ''
  // in chunks, because arguments must fit the stack
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return text
}

/** Each character as one octet; those above U+00FF lose their upper half. */
export const fromLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** UTF-16, big endian, two octets per unit; an odd last octet is ignored. */
export function toUtf16(bytes: Uint8Array): string {
  const units = Array.from(
    { length: bytes.length >> 1 },
    (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0),
  )
  return String.fromCharCode(...units)
}

/** Encodes as UTF-16, big endian, for `toUtf16`. */
export function fromUtf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length)
  for (let i = 0; i < text.length; i++) {
    bytes[2 * i] = text.charCodeAt(i) >> 8
    bytes[2 * i + 1] = text.charCodeAt(i) & 0xff
  }
  return bytes
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** Decodes UTF-8; invalid sequences become U+FFFD. */
export const toUtf8Text = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Encodes as UTF-8. */
export const fromUtf8Text = (text: string): Uint8Array => encoder.encode(text)

/** Decodes base64 with or without line breaks; invalid base64 gives no bytes. */
export function fromBase64(text: string): Uint8Array {
  try {
    return fromLatin1(atob(text.replaceAll(/\s/g, '')))
  } catch {
    return new Uint8Array()
  }
}

/** Base64 in one line. */
export const toBase64 = (bytes: Uint8Array): string => btoa(toLatin1(bytes))
