import type { CertificateDetails } from '@foja/contracts/signers'
import type { AppearanceKind } from '@foja/contracts/constants'
import { useMemo, useState } from 'react'
import { useLanguage } from '../../../lib/texts/texts.tsx'
import { useSignOptionsTexts } from '../texts/sign-options.ts'
import type { Rect } from '../../../lib/files/geometry.ts'
import { useSignatureImage } from '../use-signature-image.ts'
import { divideStamp, layStampOut, type Measure, type StampText } from '../stamp-layout.ts'

/** Modules per side, about as many as the server's QR code with name, reason and place. */
const qrSide = 41

/** The three corner squares of a QR code with their white border: 7 modules and 1. */
function finder(x: number, y: number): boolean | null {
  const right = x >= qrSide - 8
  const low = y >= qrSide - 8
  if ((x > 7 && !right) || (y > 7 && !low) || (right && low)) return null
  const ring = Math.max(Math.abs((right ? x - qrSide + 7 : x) - 3), Math.abs((low ? y - qrSide + 7 : y) - 3))
  return ring !== 2 && ring !== 4
}

/** A fake QR code as a path of unit squares: the real one exists only after signing. */
function drawMockQr(): string {
  const path: string[] = []
  let noise = 7
  for (let y = 0; y < qrSide; y++)
    for (let x = 0; x < qrSide; x++) {
      // Park–Miller generator, so that the drawing is always the same.
      noise = (noise * 16_807) % 2_147_483_647
      if (finder(x, y) ?? noise % 2 === 0) path.push(`M${x} ${y}h1v1h-1z`)
    }
  return path.join('')
}

type Props = {
  appearance: AppearanceKind
  certificate: CertificateDetails | null
  reason: string
  location: string
  rect: Rect
}

const font = "'Inter Variable', 'Inter Fallback', sans-serif"
// The paper stays white in both colour modes, so these are the stamp's own colours.
const ink = '#111827'
const grey = '#4a5463'
const rule = '#8a6314'
/** A placeholder signature, 60 by 60, until the image is loaded. */
const stroke = 'M6 42c8-4 16-26 13-30-4-5-9 12-7 26 1 8 5 4 8-3 2-5 5-8 5-3s3 5 6 0 5-5 6-1 5 4 8 0l9-4M10 50h40'

let canvas: CanvasRenderingContext2D | null | undefined

/** Text width measured by the browser; an estimate without a canvas. */
const measure: Measure = (text, bold) => {
  canvas ??= typeof CanvasRenderingContext2D === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (canvas === null) return text.length * (bold ? 0.65 : 0.55)
  canvas.font = `${bold ? 700 : 400} 100px ${font}`
  return canvas.measureText(text).width / 100
}

/** The date as the server writes it: "20 nov 2026, 12:31 (UTC−5)". */
function stampDate(at: Date, language: string): string {
  const month = new Intl.DateTimeFormat(language, { month: 'short' }).format(at).slice(0, 3)
  const two = (value: number) => String(value).padStart(2, '0')
  const east = -at.getTimezoneOffset()
  const rest = Math.abs(east) % 60
  const hours = `${east < 0 ? '−' : '+'}${Math.floor(Math.abs(east) / 60)}${rest === 0 ? '' : `:${two(rest)}`}`
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`
  return `${at.getDate()} ${month} ${at.getFullYear()}, ${time} (UTC${east === 0 ? '' : hours})`
}

/** Previews the signature with the server's layout; the server uses the real QR code or image and time. */
export function AppearancePreview({ appearance, certificate, reason, location, rect }: Props) {
  const signOptions = useSignOptionsTexts()
  const { language } = useLanguage()
  const [now] = useState(() => new Date())
  const qr = useMemo(() => drawMockQr(), [])
  const image = useSignatureImage(appearance === 'image')
  const small = (text: string, most: number): StampText => ({ text, bold: false, scale: 0.74, most })
  const name = certificate?.nombre ?? signOptions.yourName
  const paragraphs = [
    small(`${signOptions.signedBy}:`, 1),
    { text: name.toLocaleUpperCase(language), bold: true, scale: 1, most: 3 },
    small(stampDate(now, language), 1),
    ...(reason.trim() === '' ? [] : [small(signOptions.reasonLine(reason.trim()), 2)]),
    ...(location.trim() === '' ? [] : [small(signOptions.locationLine(location.trim()), 2)]),
    small(signOptions.codeLine, 2),
  ]
  const { mark, text } = divideStamp(rect, appearance !== 'text')
  const side = Math.min(mark.width, mark.height)
  const corner = `translate(${mark.x + (mark.width - side) / 2} ${mark.y + (mark.height - side) / 2})`
  return (
    <svg aria-hidden viewBox={`0 0 ${rect.width} ${rect.height}`} className="size-full select-none">
      {appearance === 'text' && <rect {...mark} fill={rule} />}
      {appearance === 'qr' && (
        <path d={qr} transform={`${corner} scale(${side / qrSide})`} fill={ink} shapeRendering="crispEdges" />
      )}
      {image !== null ? (
        <image href={image} {...mark} preserveAspectRatio="xMidYMid meet" />
      ) : appearance === 'image' ? (
        <path d={stroke} transform={`${corner} scale(${side / 60})`} fill="none" stroke={grey} strokeWidth="1.5" />
      ) : null}
      {layStampOut(paragraphs, text, measure).map((line, at) => (
        <text
          key={at}
          x={line.x}
          y={line.y}
          fontSize={line.size}
          fontWeight={line.bold ? 700 : 400}
          fontFamily={font}
          letterSpacing="0"
          fill={line.bold ? ink : grey}
        >
          {line.text}
        </text>
      ))}
    </svg>
  )
}
