import { defineTexts } from '../../lib/texts/define-texts.ts'

export const passwords = {
  hint: '12 caracteres o más. Una frase larga es mejor que una palabra rara.',
  strength: { short: 'Muy corta', fair: 'Aceptable', good: 'Buena', strong: 'Muy buena' },
  missing: (count: number) => (count === 1 ? 'Falta 1 carácter' : `Faltan ${count} caracteres`),
  short: 'La contraseña necesita 12 caracteres o más.',
}

export const usePasswordsTexts = defineTexts(passwords, () => import('./passwords.en.ts'))
