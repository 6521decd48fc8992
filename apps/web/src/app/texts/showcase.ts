import { defineTexts } from '../../lib/texts/define-texts.ts'

/** Beside the forms for sign-in and setup. */
export const showcase = {
  title: 'Un expediente, de la solicitud a la firma',
  text: 'Firma con el certificado que ya tienes. Cualquiera puede comprobarla.',
  paper: 'Acta de acuerdo total de mediación',
  signedBy: 'Firmado electrónicamente por',
  valid: 'Firma válida',
  unchanged: 'El documento no ha cambiado',
}

export const useShowcaseTexts = defineTexts(showcase, () => import('./showcase.en.ts'))
