import type { TemplateField } from '@foja/contracts/template-fields'
import type { Face } from '@foja/forms/faces'
import { layoutText } from '@foja/forms/layout'
import type { Size } from '../../../../lib/files/geometry.ts'

const families: Record<Face, { family: string; weight: number }> = {
  inter: { family: "'Inter Variable', sans-serif", weight: 400 },
  inter_bold: { family: "'Inter Variable', sans-serif", weight: 700 },
  dejavu: { family: "'DejaVu Sans', sans-serif", weight: 400 },
  dejavu_bold: { family: "'DejaVu Sans', sans-serif", weight: 700 },
}

/** No kerning and no ligatures, as in the PDF. */
const plain = { fontKerning: 'none', fontVariantLigatures: 'none', fontFeatureSettings: "'calt' 0" } as const

type Props = Size & Pick<TemplateField, 'type' | 'style'> & { text: string }

/**
 * Renders text at the same position as in the PDF: the lines of the shared layout, each run with its width in the PDF.
 * Part of an SVG in points, clipped to the field.
 */
export function FieldText({ text, type, style, width, height }: Props) {
  const { font, size, align, overflow, color } = style
  const layout = layoutText({ text, width, height, font, size, align, overflow, multiline: type === 'multiline' })
  return (
    <g fill={color} fontSize={layout.size} style={plain}>
      {layout.lines.flatMap((line) =>
        line.runs.map((run) => (
          <text
            key={`${line.baseline} ${run.x}`}
            x={run.x}
            y={line.baseline}
            textLength={run.width}
            lengthAdjust="spacingAndGlyphs"
            fontFamily={families[run.face].family}
            fontWeight={families[run.face].weight}
            xmlSpace="preserve"
          >
            {run.text}
          </text>
        )),
      )}
    </g>
  )
}
