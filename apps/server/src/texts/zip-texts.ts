import type { Locale } from './locale.ts'

/** Texts in an archive of documents, readable without Foja. */
export const zipTexts: Record<
  Locale,
  { archive: string; file: string; folder: string; readme: string; intro: string[] }
> = {
  es: {
    archive: 'documentos',
    file: 'documento',
    folder: 'solicitud',
    readme: 'LEEME.txt',
    intro: [
      'Documentos de Foja, en una carpeta por solicitud: la última versión de cada uno.',
      'Cada línea de abajo tiene la huella SHA-256 de un archivo y su nombre. Si alguien cambia un archivo, su',
      'huella ya no coincide: «sha256sum -c LEEME.txt» lo comprueba.',
    ],
  },
  en: {
    archive: 'documents',
    file: 'document',
    folder: 'request',
    readme: 'README.txt',
    intro: [
      'Documents from Foja, one folder a request: the newest version of each.',
      'Each line below has the SHA-256 hash of a file and its name. When a file is changed, its hash no',
      'longer matches: “sha256sum -c README.txt” checks that.',
    ],
  },
}
