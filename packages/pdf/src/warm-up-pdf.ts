const objects = [
  '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]>>>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
  '<</Length 67>>stream\nBT /F 12 Tf 10 50 Td (Foja 0123456789) Tj ET 10 10 50 20 re S      \nendstream',
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]

/** A page with a line of text and a rectangle: enough to run the engine's common paths once. */
export const warmUpPdf: Uint8Array = new TextEncoder().encode(
  `%PDF-1.7\n${objects.map((body, index) => `${index + 1} 0 obj${body}endobj\n`).join('')}trailer<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF`,
)
