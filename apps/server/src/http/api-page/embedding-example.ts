/** A page that shows a recipient's page in a frame, as docs/incrustar.md has it. A test in Chromium opens it. */
export const embeddingExample = `<!doctype html>
<html lang="es">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Firma tu contrato</title>
  <h1>Firma tu contrato</h1>
  <p id="estado" role="status"></p>
  <div id="firma" style="height: 90vh"></div>
  <script src="https://foja.example/foja-embed.js"></script>
  <script>
    const decir = (texto) => (document.getElementById('estado').textContent = texto)
    Foja.embed({
      link: 'https://foja.example/pedido?p=…',
      container: '#firma',
      title: 'Firma de tu contrato',
      onOpened: () => decir('Lee el contrato y fírmalo.'),
      onSigned: () => decir('Gracias, ya está firmado.'),
      onDeclined: () => decir('No firmaste el contrato.'),
    })
  </script>
</html>
`
