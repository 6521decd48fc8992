import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const officeSeal = {
  title: 'Sello de la oficina',
  text: 'El certificado con que Foja sella las firmas simples: las de quien dibuja o escribe su firma sin certificado propio.',
  none: 'Todavía no hay sello: sin él no se piden firmas simples.',
  noneAsk: 'Todavía no hay sello. Pide a tu administrador que lo suba.',
  choose: 'Subir el sello',
  replace: 'Reemplazar',
  remove: 'Quitar el sello',
  removeConfirm: 'Quitar',
  removeTitle: '¿Quitar el sello de la oficina?',
  removeText:
    'Los pedidos de firma simple que siguen abiertos no se podrán firmar hasta que subas otro. Lo firmado queda.',
  removed: 'Sello quitado',
  upload: {
    text: 'Sube el certificado de la oficina: .p12 o .pfx, o el par .cer y .key. Su clave privada se guarda cifrada con la del servidor, porque el sello firma solo.',
    password: 'La clave del archivo. Lo abre ahora; no la guardamos.',
    button: 'Guardar sello',
    done: 'Sello guardado',
  },
}

export const useOfficeSealTexts = defineTexts(officeSeal, () => import('./office-seal.en.ts'))
