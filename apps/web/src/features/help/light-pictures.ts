/** The pictures in light mode, by their path. Taken by `npm run pictures`, which runs e2e/pictures.test.ts. */
export const pictures = import.meta.glob<string>('./pictures/*-light.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
