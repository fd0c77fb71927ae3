import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Newsletter" />
      <h1>Newsletter</h1>
    </div>
  )
}
