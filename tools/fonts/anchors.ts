import type { Font } from './load-font.ts'

/** The point where a mark and its letter meet, in design units from the glyph's origin. */
export type Anchor = { x: number; y: number }

/** The used part of fontkit's GPOS data (OpenType 1.9, MarkBasePos format 1). */
type Coverage = { version: number; glyphs: number[]; rangeRecords: Iterable<Range> }
type Range = { start: number; end: number; startCoverageIndex: number }
type Point = { xCoordinate: number; yCoordinate: number } | null
type MarkToBase = {
  markCoverage: Coverage
  baseCoverage: Coverage
  markArray: { class: number; markAnchor: Point }[]
  baseArray: Point[][]
}
type Lookup = { lookupType: number; subTables: Iterable<MarkToBase | { lookupType: number; extension: MarkToBase }> }

function indexIn(coverage: Coverage, glyph: number): number {
  if (coverage.version === 1) return coverage.glyphs.indexOf(glyph)
  for (const { start, end, startCoverageIndex } of coverage.rangeRecords)
    if (glyph >= start && glyph <= end) return startCoverageIndex + glyph - start
  return -1
}

function markToBase(font: Font): MarkToBase[] {
  const { lookupList } = (font as unknown as { GPOS: { lookupList: { toArray: () => Lookup[] } } }).GPOS
  return lookupList.toArray().flatMap((lookup) =>
    Array.from(lookup.subTables).flatMap((table) => {
      if ('extension' in table) return table.lookupType === 4 ? [table.extension] : []
      return lookup.lookupType === 4 ? [table] : []
    }),
  )
}

/** The anchors of letters and marks from the table that places this mark; all such marks share a side. */
export function anchorsBeside(font: Font, mark: number) {
  const glyphOf = (codePoint: number) => font.glyphForCodePoint(codePoint)?.id ?? 0
  const table = markToBase(font).find(({ markCoverage, baseCoverage }) => {
    return indexIn(markCoverage, glyphOf(mark)) >= 0 && indexIn(baseCoverage, glyphOf(0x67)) >= 0
  })
  const place = (point: Point | undefined): Anchor | undefined =>
    point ? { x: point.xCoordinate, y: point.yCoordinate } : undefined
  return {
    letter: (codePoint: number) => place(table?.baseArray[indexIn(table.baseCoverage, glyphOf(codePoint))]?.[0]),
    mark: (codePoint: number) => place(table?.markArray[indexIn(table.markCoverage, glyphOf(codePoint))]?.markAnchor),
  }
}
