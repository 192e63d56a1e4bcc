export default function ViewerScreen({ kitId }: { kitId: string }) {
  return <p>{kitId}</p>;
}
