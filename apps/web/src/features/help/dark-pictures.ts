/** The pictures in dark mode, by their path. Taken by `npm run pictures`, which runs e2e/pictures.test.ts. */
export const pictures = import.meta.glob<string>('./pictures/*-dark.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
