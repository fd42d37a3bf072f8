//! Compiles the `.proto` files of this crate, without `protoc`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=proto");
    let builder = || tonic_prost_build::configure().build_client(false).btree_map(".").bytes(".");
    builder().compile_fds(protox::compile(["messages.proto"], ["proto"])?)?;
    // Services are for who writes a provider; our calls are made by path, because the versions differ in names only.
    // What a provider does not offer is unimplemented, as the protocol wants it.
    builder()
        .extern_path(".tfplugin", "crate::message")
        .server_mod_attribute(".", "#[cfg(feature = \"server\")]")
        .generate_default_stubs(true)
        .compile_fds(protox::compile(["tfplugin5.proto", "tfplugin6.proto", "plugin.proto"], ["proto"])?)?;
    Ok(())
}
