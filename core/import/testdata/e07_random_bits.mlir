  func.func public @main(%arg0: tensor<4xui32>, %arg1: tensor<4xui32>, %arg2: tensor<2xui64>) -> (tensor<4xui32> {jax.result_info = "result[0]"}, tensor<3xui32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xui32>
    %c = stablehlo.constant dense<13> : tensor<ui32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %2 = stablehlo.shift_left %arg1, %1 : tensor<4xui32>
    %c_0 = stablehlo.constant dense<19> : tensor<ui32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %4 = stablehlo.shift_right_logical %arg1, %3 : tensor<4xui32>
    %5 = stablehlo.or %2, %4 : tensor<4xui32>
    %6 = stablehlo.xor %0, %5 : tensor<4xui32>
    %output_state, %output = stablehlo.rng_bit_generator %arg2, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
    return %6, %output : tensor<4xui32>, tensor<3xui32>
  }
