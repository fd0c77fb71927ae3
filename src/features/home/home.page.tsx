import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Home" />
      <h1>Home</h1>
    </div>
  )
}
