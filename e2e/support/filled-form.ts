import { sign } from '@foja/pades/sign'
import type { Signer } from '@foja/pades/signer'
import { appendRevision, stream, tinyPdf } from '@foja/pades/verify/testing/tiny-pdf'

const fonts = '/Resources << /Font << /Helv 7 0 R >> >>'
const a4 = `/Type /Page /Parent 2 0 R /MediaBox [ 0 0 595 842 ] ${fonts}`
const line = (y: number, text: string) => `BT /Helv 11 Tf 72 ${y} Td (${text}) Tj ET\n`

const field = (value: string) => ({
  8: `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (monto) /DA (/Helv 11 Tf 0 g) /Rect [ 100 612 250 634 ] /P 3 0 R /V (${value}) /AP << /N 9 0 R >> >>`,
  9: stream(
    `/Tx BMC q BT /Helv 11 Tf 6 6 Td (${value}) Tj ET Q EMC`,
    `/Type /XObject /Subtype /Form /BBox [ 0 0 150 22 ] ${fonts}`,
  ),
})

/** A contract of two pages whose amount is a form field. */
const contract = tinyPdf({
  1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [ 8 0 R ] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 7 0 R >> >> >> >>`,
  2: '<< /Type /Pages /Kids [ 3 0 R 4 0 R ] /Count 2 >>',
  3: `<< ${a4} /Contents 5 0 R /Annots [ 8 0 R ] >>`,
  4: `<< ${a4} /Contents 6 0 R >>`,
  5: stream(`${line(760, 'Convenio de pago')}${line(650, 'La deudora pagar\xe1 la suma de')}${line(620, 'USD')}`),
  6: stream(line(760, 'Anexo')),
  7: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ...field('100'),
})

/** Signed with a stamp while the amount was 100, and then filled in with 1.000.000. */
export async function filledForm(signer: Signer): Promise<{ signed: Uint8Array; filled: Uint8Array }> {
  const rectangle = { page: 1, x: 72, y: 640, width: 190, height: 70 }
  const { pdf } = await sign(contract, signer, {
    signingTime: new Date(),
    language: 'es',
    rectangle,
    appearance: { kind: 'qr' },
  })
  return { signed: pdf, filled: appendRevision(pdf, field('1.000.000')) }
}
