/** The name of a country in the user's language, or its code if the browser does not know it. */
export const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
