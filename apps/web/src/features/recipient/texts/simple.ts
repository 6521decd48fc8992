import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const simple = {
  title: (documents: string) => `Firma simple de ${documents}`,
  how: 'Cómo firmas',
  kinds: { drawn: 'Dibujar', typed: 'Escribir' },
  sheet: 'Hoja para dibujar tu firma',
  sheetHint: 'Con el dedo, un lápiz o el mouse.',
  clear: 'Borrar',
  typed: 'Tu firma',
  drawMissing: 'Dibuja tu firma en la hoja.',
  textMissing: 'Escribe tu nombre como firmas.',
  consentMissing: 'Marca que lo aceptas.',
  sealed: (company: string) =>
    `${company} la sella con su certificado. En los documentos dice «Firma simple», con tu nombre y la hora.`,
  submit: 'Firmar',
  failed: 'No se firmó',
  unanswered: 'Se cortó la conexión. Lo firmado queda firmado: vuelve a intentarlo.',
}

export const useSimpleTexts = defineTexts(simple, () => import('./simple.en.ts'))
