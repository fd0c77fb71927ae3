import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Legal" />
      <h1>Legal</h1>
    </div>
  )
}
