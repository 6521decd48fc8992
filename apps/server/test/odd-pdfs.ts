import { makePdf } from '@foja/testing/pdfs'

const zeros = '00'.repeat(32)
const encrypt = `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${zeros}>/U<${zeros}>>>`

/** A PDF that opens with a password only (ISO 32000-2, 7.6.4). */
export const passwordPdf = Buffer.from(
  makePdf().toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${encrypt}`),
  'latin1',
)

/** A PDF whose cross-reference table is gone: readers repair it, but nothing may be appended to it. */
export const repairedPdf = Buffer.from(
  makePdf()
    .toString('latin1')
    .replace(/xref\n0[\s\S]*trailer/, 'trailer')
    .replace(/startxref\n\d+/, 'startxref\n7'),
  'latin1',
)
