import { cleanFileName } from '../../http/multipart.ts'

const longest = 200

/** How a filled PDF is called: as it was asked, or as its template, always with the ending of what it is. */
export function documentName(asked: string | undefined, template: string): string {
  const wanted = asked === undefined || asked === '' ? template : asked
  const clean = cleanFileName(wanted.replaceAll(/[/\\]/g, '-')).replace(/\.pdf$/i, '')
  return `${Array.from(clean)
    .slice(0, longest - '.pdf'.length)
    .join('')}.pdf`
}
