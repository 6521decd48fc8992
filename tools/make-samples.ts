// Prints the PDFs of the sample data from the list of sample cases: `node tools/make-samples.ts`. Run it after changing
// the list, and commit the result.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '@foja/testing/browser'
import {
  sampleCases,
  type SampleCase,
  type SampleDocument,
} from '../apps/server/src/modules/setup/sample/sample-cases.ts'
import { root } from './run.ts'

/** The static cuts, not the variable font: Chromium prints a variable font as Type 3 glyphs. */
const face = (file: string, weight: number) =>
  `@font-face { font-family: Inter; font-weight: ${weight}; src: url(data:font/ttf;base64,${readFileSync(join(root, 'packages/pades/assets', file)).toString('base64')}) }`

const style = `
  ${face('inter-regular.ttf', 400)}
  ${face('inter-bold.ttf', 700)}
  @page { size: A4; margin: 24mm 24mm 20mm }
  body { font: 10.5pt/1.6 Inter; color: #1F2732; text-align: justify; hyphens: auto }
  header { display: flex; justify-content: space-between; font-size: 8pt; color: #485463; border-bottom: .5pt solid #B2BFD0; padding-bottom: 6pt; margin-bottom: 28pt }
  h1 { font-size: 13pt; text-align: center; letter-spacing: .02em; margin: 0 0 4pt }
  .number { text-align: center; font-size: 9pt; color: #485463; margin: 0 0 22pt }
  p { margin: 0 0 10pt }
  .signatures { display: flex; justify-content: space-between; gap: 32pt; margin-top: 110pt; break-inside: avoid }
  .signatures div { flex: 1; border-top: .6pt solid #1F2732; padding-top: 5pt; text-align: center; font-size: 8.5pt; line-height: 1.35 }
`

const bodies: Record<
  SampleDocument['kind'],
  (parties: string, sampleCase: SampleCase) => { title: string; clauses: [string, string][] }
> = {
  demanda: (parties, sampleCase) => ({
    title: 'SOLICITUD DE MEDIACIÓN',
    clauses: [
      [
        'Comparecientes.',
        `Comparecen ante este Centro ${parties}, con el propósito de resolver de mutuo acuerdo la controversia que se describe.`,
      ],
      [
        'Antecedentes.',
        `La diferencia nace de los hechos relativos a «${sampleCase.titulo.toLowerCase()}». ${sampleCase.notas}`,
      ],
      [
        'Petición.',
        'Se solicita que se señale día y hora para la audiencia de mediación y que se invite a la otra parte en la dirección que consta en el expediente.',
      ],
      [
        'Notificaciones.',
        'Las partes recibirán las notificaciones en los correos electrónicos señalados y autorizan su uso para este trámite.',
      ],
    ],
  }),
  acta: (parties, sampleCase) => ({
    title: 'ACTA DE ACUERDO TOTAL DE MEDIACIÓN',
    clauses: [
      [
        'Comparecientes.',
        `En la ciudad de Quito comparecen ${parties}, libres y voluntariamente, ante la mediadora designada.`,
      ],
      [
        'Antecedentes.',
        `Las partes mantuvieron una diferencia por «${sampleCase.titulo.toLowerCase()}». ${sampleCase.notas}`,
      ],
      [
        'Acuerdo.',
        'Con la asistencia de la mediadora, las partes resuelven la totalidad de su controversia en los términos que constan en el convenio adjunto, que declaran conocer y aceptar.',
      ],
      [
        'Efectos.',
        'De conformidad con el artículo 47 de la Ley de Arbitraje y Mediación, la presente acta tiene efecto de sentencia ejecutoriada y cosa juzgada.',
      ],
      ['Constancia.', 'Para constancia, las partes y la mediadora firman electrónicamente.'],
    ],
  }),
  convenio: (parties, sampleCase) => ({
    title: 'CONVENIO DE PAGO EN CUOTAS',
    clauses: [
      ['Partes.', `Celebran este convenio ${parties}.`],
      [
        'Obligación.',
        `La obligación proviene de «${sampleCase.titulo.toLowerCase()}» y asciende a USD 3.450,00, que la parte deudora reconoce.`,
      ],
      [
        'Forma de pago.',
        'Se pagará en seis cuotas mensuales iguales de USD 575,00, los días cinco de cada mes, por transferencia a la cuenta señalada por la acreedora.',
      ],
      [
        'Mora.',
        'El atraso de dos cuotas hace exigible el saldo. La acreedora renuncia a los intereses vencidos hasta hoy.',
      ],
    ],
  }),
  contrato: (parties, sampleCase) => ({
    title: 'CONTRATO',
    clauses: [
      ['Comparecientes.', `Intervienen en este contrato ${parties}.`],
      [
        'Objeto.',
        `El objeto es el que corresponde a «${sampleCase.titulo.toLowerCase()}», en las condiciones de las cláusulas siguientes.`,
      ],
      ['Plazo.', 'El plazo es de treinta y seis meses contados desde la suscripción, renovable por acuerdo escrito.'],
      [
        'Precio.',
        'El precio es de USD 1.150,00 mensuales más impuestos, pagadero los cinco primeros días de cada mes.',
      ],
      [
        'Controversias.',
        'Toda controversia se someterá a mediación en el Centro de Mediación Cóndor Andino antes de acudir a la justicia ordinaria.',
      ],
    ],
  }),
  poder: (parties) => ({
    title: 'PODER ESPECIAL',
    clauses: [
      ['Compareciente.', `Comparece ${parties}, mayor de edad, en pleno uso de sus derechos.`],
      [
        'Facultades.',
        'Confiere poder especial, amplio y suficiente para vender el inmueble ubicado en la parroquia El Batán, en Cuenca, fijar el precio, recibirlo y suscribir la escritura pública.',
      ],
      [
        'Vigencia.',
        'El poder rige por un año desde su firma y puede revocarse en cualquier momento por el mismo medio.',
      ],
    ],
  }),
}

function html(sampleCase: SampleCase, document: SampleDocument, number: number): string {
  const parties = sampleCase.partes.map((party) => `${party.nombre} (${party.rol.toLowerCase()})`).join(' y ')
  const { title, clauses } = bodies[document.kind](parties, sampleCase)
  const ordinals = ['PRIMERA', 'SEGUNDA', 'TERCERA', 'CUARTA', 'QUINTA']
  return `<!doctype html><html lang="es"><meta charset="utf-8"><title>${title}</title><style>${style}</style>
    <header><span>Centro de Mediación Cóndor Andino · Reg. CJ 0187</span><span>Quito, Ecuador</span></header>
    <h1>${title}</h1><p class="number">N.º ${String(400 + number).padStart(4, '0')}-CMCA-2026-QUI</p>
    ${clauses.map(([name, text], index) => `<p><b>${ordinals[index]}. ${name}</b> ${text}</p>`).join('\n')}
    <div class="signatures">${sampleCase.partes.map((party) => `<div>${party.nombre}<br>${party.rol}</div>`).join('')}</div></html>`
}

const folder = join(root, 'apps/server/assets/samples')
mkdirSync(folder, { recursive: true })
const browser = await launchBrowser()
const page = await browser.newPage()
let number = 0
for (const sampleCase of sampleCases) {
  for (const document of sampleCase.documents) {
    number += 1
    if (document.file === undefined) continue
    await page.setContent(html(sampleCase, document, number))
    await page.evaluate('document.fonts.ready')
    writeFileSync(join(folder, document.file), await page.pdf({ preferCSSPageSize: true }))
  }
}
await browser.close()
console.log(`${number} PDFs in ${folder}`)
