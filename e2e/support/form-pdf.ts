/** A form as an office program writes it: text, and fields of every kind. */

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A field merged with its widget; `rect` as left, bottom, right, top in points from the bottom left. */
const field = (type: string, name: string, label: string, rect: string, more = '') =>
  `<</FT/${type}/T(${name})/TU(${label})/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rect}]${more}>>`

const box = '/AP<</N<</Si 9 0 R/Off 8 0 R>>>>/AS/Off'

const fields = [
  field('Tx', 'nombre', 'Nombre del solicitante', '200 700 520 720', '/Ff 2/MaxLen 40/DA(/Helv 11 Tf 0 g)'),
  field('Tx', 'cedula', 'Cédula', '200 670 320 690', '/DA(/Helv 11 Tf 0 g)'),
  field('Tx', 'motivo', 'Motivo de la solicitud', '72 520 520 640', '/Ff 4096/DA(/Helv 11 Tf 0 g)'),
  field('Ch', 'modalidad', 'Modalidad', '200 480 320 500', '/Ff 131072/Opt[(Presencial)(Virtual)]/DA(/Helv 11 Tf 0 g)'),
  field('Btn', 'acepta', 'Acepto el reglamento', '72 440 90 458', box),
  field('Sig', 'firma', 'Firma del solicitante', '72 300 272 370'),
  field('Btn', 'enviar', 'Enviar', '400 60 520 90', '/Ff 65536'),
]
const first = 10

const words: readonly [x: number, y: number, size: number, text: string][] = [
  [72, 780, 18, 'Solicitud de mediación'],
  [72, 704, 11, 'Nombre del solicitante'],
  [72, 674, 11, 'Cédula'],
  [72, 648, 11, 'Motivo de la solicitud'],
  [72, 484, 11, 'Modalidad'],
  [96, 444, 11, 'Acepto el reglamento del centro'],
  [72, 284, 11, 'Firma del solicitante'],
]
const content = words.map(([x, y, size, text]) => `BT /Helv ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join('\n')

type Part = string | { dictionary: string; stream: string }

/** One A4 page with five fields to fill, one to sign, and a button, which templates do not support. */
export function officeForm(): Buffer {
  const refs = fields.map((_, at) => `${first + at} 0 R`).join(' ')
  const fonts = '/Font<</Helv 6 0 R>>'
  const parts: Part[] = [
    '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<${fonts}>>/Annots[${refs}]>>`,
    { dictionary: '', stream: content },
    `<</Fields[${refs}]/DA(/Helv 0 Tf 0 g)/DR<<${fonts}>>>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    'null',
    { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 18 18]', stream: '1 1 16 16 re S' },
    { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 18 18]', stream: '1 1 16 16 re S 4 4 10 10 re f' },
    ...fields,
  ]
  return write(parts)
}

function write(parts: readonly Part[]): Buffer {
  const pieces = [latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  const size = () => pieces.reduce((sum, piece) => sum + piece.length, 0)
  const rows = parts.map((part, at) => {
    const start = size()
    const stream = typeof part === 'string' ? '' : `\nstream\n${part.stream}\nendstream`
    const head = typeof part === 'string' ? part : `<<${part.dictionary}/Length ${latin1(part.stream).length}>>`
    pieces.push(latin1(`${at + 1} 0 obj\n${head}${stream}\nendobj\n`))
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const start = size()
  pieces.push(latin1(`xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${rows.join('')}`))
  pieces.push(latin1(`trailer\n<</Size ${parts.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(pieces)
}
