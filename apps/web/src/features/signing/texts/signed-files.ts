import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const signedFiles = {
  signed: (signed: number) => (signed === 1 ? 'Firmaste 1 documento' : `Firmaste ${signed} documentos`),
  notSigned: 'No se firmó ningún documento',
  someNotSigned: (failed: number) =>
    failed === 1 ? '1 no se firmó: mira por qué.' : `${failed} no se firmaron: mira por qué.`,
  allSigned: 'Descárgalos, o guárdalos en un expediente.',
  oneSigned: 'Descárgalo, o guárdalo en un expediente.',
  documents: 'Documentos',
  verdicts: {
    valid: 'Tu firma es válida.',
    indeterminate: 'Tu firma está íntegra. Falta confirmar quién emitió tu certificado.',
    invalid: 'Una firma de este documento no es válida. Ábrelo para ver por qué.',
  },
  notReached: 'No se llegó a firmar.',
  more: 'Firmar otros',
  again: 'Volver a intentarlo',
  download: 'Descargar',
  timestamped: 'con sello de tiempo',
  view: 'Ver',
  loose: (count: number): string => (count === 1 ? 'Está en «Documentos sueltos».' : 'Están en «Documentos sueltos».'),
  seeLoose: 'Ver documentos sueltos',
  saveTitle: 'Guardar en un expediente',
  saveText: 'Se guarda una copia en él; el documento suelto se queda con su historial.',
  saveSearch: 'Título, persona o código',
  saveNew: 'Crear un expediente nuevo',
  saveNewTitle: 'Título del expediente',
  saveChoose: 'Elige un expediente.',
  saveName: 'Escribe el título del expediente.',
  saveNone: 'Ningún expediente abierto coincide.',
  save: (count: number) => (count === 1 ? 'Guardar' : `Guardar los ${count}`),
  saved: (count: number) => (count === 1 ? 'Guardado en el expediente' : `Los ${count} están en el expediente`),
  seeCase: 'Ver el expediente',
}

export const useSignedFilesTexts = defineTexts(signedFiles, () => import('./signed-files.en.ts'))
