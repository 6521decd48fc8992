import { defineTexts } from '../../../lib/texts/define-texts.ts'

export const settings = {
  saved: 'Ajustes guardados',
  save: 'Guardar',
  readOnly: 'Pide a tu administrador que cambie estos ajustes.',
  defaults: 'Cómo se firma',
  defaultsText: 'Es lo que se propone a cada persona; puede cambiarlo en una firma.',
  levelsTitle: 'Qué es cada nivel',
  levelMeanings: {
    'B-B': 'Dice quién firmó y si algo cambió después. La hora es la de este servidor.',
    'B-T': 'Además, una autoridad certifica la hora de la firma.',
    'B-LT': 'Además, guarda las pruebas de que el certificado era válido: se verifica aunque caduque.',
    'B-LTA': 'Además, sella esas pruebas para que duren muchos años.',
  },
  hash: 'Algoritmo de huella',
  hashHint: 'Déjalo así si nadie te pide otro.',
  hashes: { sha256: 'SHA-256 (recomendado)', sha384: 'SHA-384', sha512: 'SHA-512' },
  everyPage: 'El sello en todas las páginas',
  everyPageHint: 'Solo en documentos que todavía no tienen firmas.',
  tsa: 'Sello de tiempo',
  tsaText: 'Una autoridad de sellado certifica a qué hora se firmó. Sin ella solo se firma con el nivel básico.',
  url: 'Dirección',
  urlHint: 'La dirección web de su servicio (RFC 3161). Pídela a tu autoridad; se parece a https://tsa.ejemplo.ec/tsr',
  urlWrong: 'Escribe una dirección que empiece con https:// o http://',
  urlNeeded: 'Este nivel necesita una autoridad de sellado.',
  username: 'Usuario',
  password: 'Contraseña',
  passwordKept: 'Hay una guardada. Escribe otra para cambiarla.',
  policy: 'Política',
  policyHint: 'Un identificador como 1.3.6.1.4.1.1, si tu autoridad lo pide.',
  policyWrong: 'Son números separados por puntos, como 1.3.6.1.4.1.1.',
  test: 'Probar',
  testHint: 'Guarda los cambios para probarlos.',
  tested: (tsa: string, when: string) => `${tsa} respondió: ${when}`,
  testedUntrusted: 'Su certificado todavía no está entre las autoridades de confianza: agrégalo en Autoridades.',
}

export const useSettingsTexts = defineTexts(settings, () => import('./settings.en.ts'))
