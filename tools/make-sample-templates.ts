// Prints the base PDFs of the sample office's templates, and the field places of the one without a form: `node
// tools/make-sample-templates.ts`. Run it after changing their texts, and commit the result.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '@foja/testing/browser'
import { addForm, type FormField } from './add-form.ts'
import { root } from './run.ts'

/** The static cuts, not the variable font: Chromium prints a variable font as Type 3 glyphs. */
const face = (file: string, weight: number) =>
  `@font-face { font-family: Inter; font-weight: ${weight}; src: url(data:font/ttf;base64,${readFileSync(join(root, 'packages/pades/assets', file)).toString('base64')}) }`

/** Lengths in pixels of 1/96 inch: a page of A4 is 793.7 by 1122.5 of them. */
const style = `
  ${face('inter-regular.ttf', 400)}
  ${face('inter-bold.ttf', 700)}
  @page { size: A4; margin: 0 }
  * { box-sizing: border-box; margin: 0 }
  body { font: 14px/1.6 Inter; color: #1F2732 }
  main { width: 793.7px; height: 1122.5px; padding: 76px 91px; overflow: hidden; break-after: page }
  main:last-child { break-after: auto }
  header { display: flex; justify-content: space-between; font-size: 10.7px; color: #485463; border-bottom: .7px solid #B2BFD0; padding-bottom: 8px; margin-bottom: 38px }
  h1 { font-size: 17.3px; text-align: center; letter-spacing: .02em; line-height: 1.3; margin-bottom: 6px }
  h2 { font-size: 14px; margin: 26px 0 10px; color: #6E5314 }
  p { margin-bottom: 16px }
  p.line { line-height: 2.15 }
  .number { display: flex; justify-content: center; align-items: end; gap: 6px; font-size: 12px; color: #485463; margin-bottom: 34px }
  .blank { display: inline-block; height: 25px; vertical-align: -8px; border-bottom: .7px dotted #8796A9 }
  .signatures { display: flex; gap: 22px; margin-top: 76px }
  .signatures > div { flex: 1; text-align: center; font-size: 11.3px; line-height: 1.35 }
  .signatures .place { display: block; height: 84px; border-bottom: .8px solid #1F2732; margin-bottom: 7px }
  .row { display: flex; gap: 16px; margin-bottom: 12px }
  .row > div { flex: 1 }
  .row > .wide { flex: 2 }
  .name { font-size: 10.7px; color: #485463; line-height: 1.4; margin-bottom: 3px }
  .box { display: block; height: 27px; border: .7px solid #8796A9; border-radius: 4px }
  .tall { height: 168px }
  .check { display: inline-block; width: 15px; height: 15px; border: .8px solid #485463; border-radius: 3px; vertical-align: -3px; margin-right: 9px }
  footer { font-size: 10px; color: #485463; margin-top: 18px; line-height: 1.45 }
`

const header =
  '<header><span>Centro de Mediación Cóndor Andino · Reg. CJ 0187</span><span>Quito, Ecuador</span></header>'
const page = (title: string, ...mains: string[]) =>
  `<!doctype html><html lang="es"><meta charset="utf-8"><title>${title}</title><style>${style}</style>${mains.map((main) => `<main>${main}</main>`).join('')}</html>`

const blank = (key: string, width: number) => `<span class="blank" data-key="${key}" style="width:${width}px"></span>`

const acta = page(
  'Acta de acuerdo total de mediación',
  `${header}
  <h1>ACTA DE ACUERDO TOTAL DE MEDIACIÓN</h1>
  <div class="number">N.º ${blank('numero_acta', 210)}</div>
  <p class="line">En la ciudad de Quito, el ${blank('fecha_acta', 236)}, comparecen de una parte ${blank('parte_1', 290)}, en calidad de ${blank('rol_1', 160)}; y, de la otra, ${blank('parte_2', 290)}, en calidad de ${blank('rol_2', 160)}, ante ${blank('mediadora', 240)}, que media por este Centro.</p>
  <p class="line"><b>PRIMERA. Antecedentes.</b> Las partes mantuvieron una diferencia por ${blank('asunto', 300)}, que decidieron resolver de mutuo acuerdo.</p>
  <p class="line"><b>SEGUNDA. Acuerdo.</b> Las partes convienen un pago mensual de ${blank('monto', 150)}, dentro de los cinco primeros días de cada mes, y los compromisos que constan en el anexo, que declaran conocer y aceptar.</p>
  <p><b>TERCERA. Efectos.</b> De conformidad con el artículo 47 de la Ley de Arbitraje y Mediación, la presente acta tiene efecto de sentencia ejecutoriada y cosa juzgada.</p>
  <p>Para constancia, las partes y quien media firman electrónicamente.</p>
  <div class="signatures">
    <div><span class="place" data-key="firma_parte_1"></span>Primera parte</div>
    <div><span class="place" data-key="firma_parte_2"></span>Segunda parte</div>
    <div><span class="place" data-key="firma_mediadora"></span>Quien media</div>
  </div>`,
  `${header}
  <h1>ANEXO</h1>
  <div class="number">Compromisos de las partes</div>
  <span class="box tall" data-key="compromisos" style="height:420px"></span>
  <h2>Seguimiento</h2>
  <p class="line">Las partes revisarán el cumplimiento el ${blank('fecha_revision', 200)}.</p>
  <p><span class="check" data-key="notificar_correo"></span>Las partes aceptan que se les notifique en su correo electrónico.</p>
  <p><span class="check" data-key="copia_juzgado"></span>Se remitirá una copia al juzgado que derivó el caso.</p>`,
)

/** The fields of the request's own form; their places are measured. */
const formFields: Omit<FormField, 'rect'>[] = [
  { name: 'solicitante_nombre', label: 'Nombre de quien solicita', kind: 'text', required: true },
  { name: 'solicitante_identificacion', label: 'Cédula o RUC', kind: 'text', required: true, maxLength: 13 },
  { name: 'solicitante_correo', label: 'Correo electrónico', kind: 'text' },
  { name: 'solicitante_telefono', label: 'Teléfono', kind: 'text', maxLength: 20 },
  { name: 'invitado_nombre', label: 'Nombre de la otra parte', kind: 'text', required: true },
  { name: 'invitado_correo', label: 'Correo de la otra parte', kind: 'text' },
  {
    name: 'materia',
    label: 'Materia',
    kind: 'select',
    required: true,
    options: ['Arrendamiento', 'Civil', 'Comercial', 'Consumo', 'Familia', 'Laboral', 'Vecindad'],
  },
  { name: 'hechos', label: 'De qué se trata', kind: 'multiline', required: true },
  { name: 'acepta_reglamento', label: 'Acepto el reglamento del Centro', kind: 'checkbox', required: true },
  { name: 'acepta_correo', label: 'Acepto que me notifiquen por correo', kind: 'checkbox' },
]

const box = (key: string, name: string, size = '') =>
  `<div class="${size}"><div class="name">${name}</div><span class="box" data-key="${key}"></span></div>`
const check = (key: string, text: string) => `<p><span class="check" data-key="${key}"></span>${text}</p>`

const request = page(
  'Solicitud de mediación',
  `${header}
  <h1>SOLICITUD DE MEDIACIÓN</h1>
  <h2>1. Quién solicita</h2>
  <div class="row">${box('solicitante_nombre', 'Nombre y apellidos, o razón social', 'wide')}${box('solicitante_identificacion', 'Cédula o RUC')}</div>
  <div class="row">${box('solicitante_correo', 'Correo electrónico', 'wide')}${box('solicitante_telefono', 'Teléfono')}</div>
  <h2>2. Con quién</h2>
  <div class="row">${box('invitado_nombre', 'Nombre y apellidos, o razón social', 'wide')}${box('invitado_correo', 'Correo electrónico')}</div>
  <h2>3. De qué se trata</h2>
  <div class="row">${box('materia', 'Materia')}<div class="wide"></div></div>
  <div class="name">Hechos y lo que pides</div><span class="box tall" data-key="hechos"></span>
  <h2>4. Constancia</h2>
  ${check('acepta_reglamento', 'Conozco y acepto el reglamento del Centro.')}
  ${check('acepta_correo', 'Acepto que me notifiquen en el correo electrónico que señalo.')}
  <div class="row" style="align-items:end"><div>${box('fecha_solicitud', 'Fecha')}</div><div class="wide signatures" style="margin:0"><div><span class="place" data-key="firma_solicitante" style="height:66px"></span>Firma de quien solicita</div></div></div>
  <footer>El Centro invitará a la otra parte en los cinco días siguientes. La mediación es voluntaria y confidencial.</footer>`,
)

type Place = { page: number; x: number; y: number; width: number; height: number }

/** Places in points of the elements with a key, from the top left of the page; measured on the printed page. */
const measure = `(() => {
  const round = (pixels) => Math.round(pixels * 75) / 100
  return Object.fromEntries([...document.querySelectorAll('main')].flatMap((main, index) => {
    const origin = main.getBoundingClientRect()
    return [...main.querySelectorAll('[data-key]')].map((element) => {
      const frame = element.getBoundingClientRect()
      // Text in a frame keeps a distance from it.
      const inset = element.classList.contains('box') ? 4 : 0
      const [x, width] = [frame.x + inset, frame.width - 2 * inset]
      const down = element.classList.contains('tall') ? inset : 0
      const [y, height] = [frame.y + down, frame.height - 2 * down]
      const place = { page: index + 1, x: round(x - origin.x), y: round(y - origin.y), width: round(width), height: round(height) }
      return [element.dataset.key, place]
    })
  }))
})()`

const folder = join(root, 'apps/server/assets/samples')
const browser = await launchBrowser()
const tab = await browser.newPage({ viewport: { width: 794, height: 1123 } })
await tab.emulateMedia({ media: 'print' })

async function print(html: string): Promise<{ pdf: Buffer; places: Record<string, Place> }> {
  // Typefaces of a page's first content load too late for printing: lay out twice.
  for (const content of [html, html]) {
    await tab.setContent(content)
    await tab.evaluate('document.fonts.ready.then(() => 0)')
  }
  const places: Record<string, Place> = await tab.evaluate(measure)
  return { pdf: await tab.pdf({ preferCSSPageSize: true }), places }
}

const printedActa = await print(acta)
writeFileSync(join(folder, 'plantilla-acta.pdf'), printedActa.pdf)
const printedRequest = await print(request)
const pageHeight = 841.92
const hundredths = (points: number) => Math.round(points * 100) / 100
const placed = formFields.map((field): FormField => {
  const { x, y, width, height } = printedRequest.places[field.name]!
  const [bottom, top] = [pageHeight - y - height, pageHeight - y].map(hundredths) as [number, number]
  return { ...field, rect: [x, bottom, hundredths(x + width), top] }
})
writeFileSync(join(folder, 'plantilla-solicitud.pdf'), addForm(printedRequest.pdf, placed))
await browser.close()

const own = ['fecha_solicitud', 'firma_solicitante']
const places = { ...printedActa.places, ...Object.fromEntries(own.map((key) => [key, printedRequest.places[key]!])) }
const lines = Object.entries(places).map(
  ([key, { page: number, x, y, width, height }]) =>
    `  ${key}: { page: ${number}, x: ${x}, y: ${y}, width: ${width}, height: ${height} },`,
)
writeFileSync(
  join(root, 'apps/server/src/modules/setup/sample/sample-places.ts'),
  `/** Where the fields of the sample templates stand, in points; printed by tools/make-sample-templates.ts. */\nexport const samplePlaces = {\n${lines.join('\n')}\n} as const\n`,
)
console.log(`2 PDFs in ${folder}, ${lines.length} places`)
