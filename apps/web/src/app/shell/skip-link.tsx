import { useShellTexts } from '../../shared/texts/shell.ts'

/** The id of `<main>`, which gets the focus after a page change. */
export const mainId = 'contenido'

/** The first tab stop: skips to the content. */
export function SkipLink() {
  const shell = useShellTexts()
  return (
    <a
      data-print="hide"
      href={`#${mainId}`}
      className="fixed top-2 left-2 z-60 -translate-y-16 rounded-lg bg-float px-4 py-2.5 font-semibold text-on-dark focus:translate-y-0"
    >
      {shell.skip}
    </a>
  )
}
