var<private> a: i32 = 1.5;
