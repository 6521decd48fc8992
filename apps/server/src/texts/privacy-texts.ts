import type { Locale } from './locale.ts'

/** Texts in the archive of what is stored of a person, and the name that replaces theirs. */
export const privacyTexts: Record<
  Locale,
  { archive: string; files: string; file: string; readme: string; intro: string[] }
> = {
  es: {
    archive: 'datos-personales',
    files: 'archivos',
    file: 'archivo',
    readme: 'LEEME.txt',
    intro: [
      'Lo que Foja guarda de una persona.',
      'Cada archivo .json es una tabla: una lista vacía quiere decir que allí no hay nada suyo.',
      'En «archivos» están los que subió o entregó. Las contraseñas y claves no se copian.',
    ],
  },
  en: {
    archive: 'personal-data',
    files: 'files',
    file: 'file',
    readme: 'README.txt',
    intro: [
      'What Foja stores of a person.',
      'Each .json file is a table: an empty list means that it holds nothing of them.',
      'The folder “files” has what they uploaded or delivered. Passwords and keys are not copied.',
    ],
  },
}
