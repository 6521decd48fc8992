import { makePdf } from '@foja/testing/pdfs'
import { createHash } from 'node:crypto'

const zeros = '00'.repeat(32)
const encrypt = `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${zeros}>/U<${zeros}>>>`

/** A PDF that requires a password (ISO 32000-2, 7.6.4). */
export const passwordPdf = Buffer.from(
  makePdf().toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${encrypt}`),
  'latin1',
)

/** A PDF without a cross-reference table: readers repair it, but nothing may be appended to it. */
export const repairedPdf = Buffer.from(
  makePdf()
    .toString('latin1')
    .replace(/xref\n0[\s\S]*trailer/, 'trailer')
    .replace(/startxref\n\d+/, 'startxref\n7'),
  'latin1',
)

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** RC4, which Node's OpenSSL no longer supports. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!])
  for (let i = 0, j = 0; i < 256; i += 1) swap(i, (j = (j + state[i]! + key[i % key.length]!) & 255))
  let [i, j] = [0, 0]
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    swap(i, j)
    return byte ^ state[(state[i]! + state[j]!) & 255]!
  }) as Buffer
}

/** An encrypted PDF with an empty user password, which opens without one (ISO 32000-2, 7.6.4.3 and 7.6.4.4). */
export function openlyEncrypted(catalog: string): Buffer {
  const id = '00112233445566778899aabbccddeeff'
  const rights = Buffer.of(0xfc, 0xff, 0xff, 0xff)
  const material = Buffer.concat([padding, Buffer.from(zeros, 'hex'), rights, Buffer.from(id, 'hex')])
  const user = rc4(createHash('md5').update(material).digest().subarray(0, 5), padding).toString('hex')
  const text = makePdf({ catalog }).toString('latin1')
  const dictionary = encrypt.replace(`/U<${zeros}>`, `/U<${user}>`)
  return Buffer.from(text.replace('/Root 1 0 R', `/Root 1 0 R ${dictionary}`), 'latin1')
}
