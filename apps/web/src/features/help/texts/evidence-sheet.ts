import { defineTexts } from '../../../lib/texts/define-texts.ts'

/** `adobe`: what Adobe Acrobat shows for the same file. */
type Verdict = { name: string; proves: string; adobe: string; act: string }

const verdicts: readonly Verdict[] = [
  {
    name: 'Válida',
    proves:
      'El documento es el mismo que se firmó, y una autoridad reconocida certificó quién es la persona. Su certificado estaba vigente y no revocado.',
    adobe: 'Marca verde si Adobe conoce a la autoridad; si no, «identidad desconocida», con el documento sin cambios.',
    act: 'Aceptarlo.',
  },
  {
    name: 'Por confirmar',
    proves:
      'El documento es el mismo que se firmó. Falta saber si la autoridad es reconocida, o si el certificado estaba revocado ese día.',
    adobe: 'Signo amarillo: la validez es desconocida.',
    act: 'Preguntar a la autoridad que emitió el certificado, o verificar otra vez cuando responda.',
  },
  {
    name: 'Válida, con cambios',
    proves:
      'La firma vale para lo que se firmó. Después se llenó o agregó algo que el documento permitía; el resultado dice qué y dónde.',
    adobe: 'Firma válida, con los cambios posteriores en el panel de firmas.',
    act: 'Leer los cambios. La versión firmada se descarga desde el mismo resultado.',
  },
  {
    name: 'Modificado después',
    proves: 'Después de firmarlo se cambió algo que la firma no permite. La versión anterior sigue dentro del archivo.',
    adobe: 'El documento cambió después de firmarse.',
    act: 'No aceptar esta versión. Valorar la que se firmó.',
  },
  {
    name: 'Alterado',
    proves: 'Los datos firmados no coinciden con la firma: el archivo se cambió o se dañó.',
    adobe: 'Cruz roja: la firma no es válida.',
    act: 'No aceptarlo y pedir el original.',
  },
  {
    name: 'Revocada',
    proves: 'La autoridad había anulado el certificado antes de la hora probada de la firma.',
    adobe: 'La firma no es válida, cuando Adobe consulta la revocación.',
    act: 'No aceptarla. La fecha y el motivo los da la autoridad.',
  },
  {
    name: 'No válida',
    proves:
      'Algo impide confiar en la firma: el certificado no sirve para firmar, no estaba vigente o no es de quien dice.',
    adobe: 'Cruz roja, o signo amarillo si no conoce a la autoridad.',
    act: 'No aceptarla. El resultado dice el motivo.',
  },
  {
    name: 'Firma simple',
    proves:
      'La persona la dibujó o la escribió desde un enlace, después de un código enviado a su correo. La oficina la selló con su propio certificado: el sello prueba el documento y la hora, no la identidad de la persona.',
    adobe: 'Muestra la firma de la oficina, no la de la persona.',
    act: 'Valorarla junto con el informe de evidencias del documento.',
  },
]

type Row = readonly [name: string, text: string]

const terms: readonly Row[] = [
  ['Certificado', 'Documento electrónico con el que una autoridad dice a qué persona pertenece una clave.'],
  ['Autoridad', 'Entidad acreditada que comprueba la identidad de una persona y emite su certificado.'],
  ['Íntegro', 'Sin ningún cambio desde que se firmó.'],
  ['Huella', 'Número (SHA-256) que cambia por completo si cambia una sola letra del archivo.'],
  ['Sello de tiempo', 'Hora certificada por una autoridad. Sin él, la hora es la del equipo de quien firmó.'],
  ['Revocación', 'Anulación de un certificado antes de que caduque, por ejemplo por pérdida.'],
  ['Informe de evidencias', 'PDF con las firmas, las huellas y los actos de un documento en Foja.'],
]

const laws: readonly Row[] = [
  ['Argentina', 'Ley 25.506 de Firma Digital'],
  ['Bolivia', 'Ley 164 General de Telecomunicaciones'],
  ['Chile', 'Ley 19.799 sobre documentos electrónicos y firma electrónica'],
  ['Colombia', 'Ley 527 de 1999'],
  ['Costa Rica', 'Ley 8454 de Certificados, Firmas Digitales y Documentos Electrónicos'],
  ['Ecuador', 'Ley 67 de Comercio Electrónico, Firmas Electrónicas y Mensajes de Datos (2002)'],
  ['España', 'Reglamento (UE) 910/2014 (eIDAS) y Ley 6/2020'],
  ['México', 'Código de Comercio y Ley de Firma Electrónica Avanzada'],
  ['Panamá', 'Ley 51 de 2008'],
  ['Paraguay', 'Ley 6822 de 2021'],
  ['Perú', 'Ley 27269 de Firmas y Certificados Digitales'],
  ['República Dominicana', 'Ley 126-02'],
  ['Uruguay', 'Ley 18.600'],
  ['Venezuela', 'Decreto con fuerza de Ley 1.204 sobre Mensajes de Datos y Firmas Electrónicas (2001)'],
]

/** What a signature proves, on a sheet to print. */
export const evidenceSheet = {
  title: 'Qué prueba una firma',
  intro:
    'Las firmas de Foja siguen la norma europea PAdES (ETSI EN 319 142): van dentro del PDF, y las comprueba cualquier programa que la conozca, sin Foja.',
  verdictsTitle: 'Qué significa cada resultado',
  proves: 'Qué prueba',
  adobe: 'En Adobe',
  act: 'Qué hacer',
  verdicts,
  checkTitle: 'Cómo comprobarlo sin Foja',
  check: [
    'Con Adobe Acrobat Reader: panel «Firmas».',
    'Con el programa oficial del país, como FirmaEC en Ecuador o VALIDe en España.',
    'En una computadora con Poppler: pdfsig documento.pdf.',
  ],
  termsTitle: 'Términos',
  terms,
  lawsTitle: 'La ley de cada país',
  lawsText: 'Orienta la consulta; no reemplaza el consejo de un abogado. Cuentan el texto vigente y su reglamento.',
  laws,
  print: 'Imprimir',
  note: 'Esta hoja explica los términos. El resultado de un documento concreto está en su verificación y en su informe de evidencias.',
}

export const useEvidenceSheetTexts = defineTexts(evidenceSheet, () => import('./evidence-sheet.en.ts'))
