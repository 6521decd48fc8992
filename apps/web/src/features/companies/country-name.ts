/** The name of a country in the language of the reader; its code where the browser knows none. */
export const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
