import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const code = {
  title: (asker: string) => `${asker} te envió un pedido`,
  goesTo: (company: string, email: string) =>
    `Para abrirlo, ${company} pide un código. Lo enviamos a tu correo, ${email}.`,
  sentTo: (email: string) => `Enviamos seis cifras a ${email}. Valen 10 minutos.`,
  code: 'Código',
  incomplete: 'Escribe las seis cifras del correo.',
  send: 'Enviarme el código',
  open: 'Abrir el pedido',
  notThere: '¿No llega? Mira en el correo no deseado, o',
  again: 'pide otro código',
}

export const useCodeTexts = defineTexts(code, () => import('./code.en.ts'))
