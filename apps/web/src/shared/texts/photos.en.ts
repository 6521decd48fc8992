import type { photos } from './photos.ts'

export const en = {
  title: 'Join the images into one PDF',
  text: 'A PDF is read in order, prints on A4 and can be signed.',
  name: 'Name of the PDF',
  nameDefault: 'Photos',
  page: (number) => `Page ${number}`,
  rotate: (number) => `Turn page ${number}`,
  up: (number) => `Move page ${number} forward`,
  down: (number) => `Move page ${number} back`,
  remove: (number) => `Remove page ${number}`,
  another: 'Another photo',
  keep: 'Keep as images',
  make: (pages) => (pages === 1 ? 'Make a PDF of 1 page' : `Make a PDF of ${pages} pages`),
  making: 'Making the PDF',
  unreadable: (name) => `“${name}” cannot be read as an image. Remove it, or upload it as it is.`,
  failed: 'The PDF could not be made. You can keep them as images.',
} satisfies typeof photos
