import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const signMany = {
  passphraseHint: (count: number) =>
    count > 1 ? `Se escribe una vez para los ${count}. No la guardamos.` : 'Se pide cada vez. No la guardamos.',
  button: (count: number) =>
    count === 0 ? 'Firmar documentos' : count === 1 ? 'Firmar 1 documento' : `Firmar ${count} documentos`,
  choose: 'Elige al menos un documento.',
  noStored: 'No tienes un certificado guardado.',
  goUpload: 'Guardar uno',
}

export const useSignManyTexts = defineTexts(signMany, () => import('./sign-many.en.ts'))
